//! 7xxx: text.

super::codes! {
    NAME_IN_STRING = "CH7001" "name-in-string" Note Minutes {
        title: "A string that tests or prints a CUDA name",
        explanation: "Text is never changed. A program that compares or parses it may rely on the CUDA name.",
        advice: "Check what reads the text.",
        before: "",
        after: "",
    }
    UNUSED_SUPPRESSION = "CH7002" "unused-suppression" Note Minutes {
        title: "A suppression that suppresses nothing",
        explanation: "The comment names a finding that is not there.",
        advice: "Remove the comment.",
        before: "// cu2hip: allow(CH2001)\nint x;",
        after: "int x;",
    }
    OWN_NAME_LISTED = "CH7003" "own-name-listed" Note Minutes {
        title: "Another file names a renamed symbol",
        explanation: "Export lists, ctypes and JSON files refer to symbols by name.",
        advice: "Change the name there too.",
        before: "",
        after: "",
    }
}
