"use strict";
// Every text of a file goes into a text node, never into markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const list = document.getElementById("files");
  const control = (id) => document.getElementById(id);
  const PAGE = 100;
  let shown = [];
  let limit = PAGE;

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const fill = (select, values) => {
    for (const value of values) {
      const option = element("option", "", value);
      option.value = value;
      select.append(option);
    }
  };

  const wanted = () => ({
    search: control("search").value.trim().toLowerCase(),
    severity: control("severity").value,
    effort: control("effort").value,
    code: control("code").value,
  });

  const fits = (finding, path, filter) =>
    (!filter.severity || finding.severity === filter.severity) &&
    (!filter.effort || finding.effort === filter.effort) &&
    (!filter.code || finding.code === filter.code) &&
    (!filter.search || path.toLowerCase().includes(filter.search) ||
      `${finding.code} ${finding.name} ${finding.message} ${finding.advice}`.toLowerCase().includes(filter.search));

  const findingRow = (finding) => {
    const row = element("tr", "finding");
    const cell = element("td");
    cell.colSpan = 4;
    const head = element("p");
    head.append(element("span", `tag ${finding.severity}`, `${finding.severity} ${finding.code} ${finding.name}`), " ", finding.message);
    cell.append(head);
    if (finding.reason) cell.append(element("p", "", finding.reason));
    if (finding.advice) cell.append(element("p", "", `do: ${finding.advice}`));
    const state = finding.applicability === "manual" ? "not written" : "written, look at it";
    cell.append(element("p", "meta", `column ${finding.place.column} · ${state} · effort: ${finding.effort}`));
    row.append(cell);
    return row;
  };

  const codeRow = ([oldLine, oldText, newLine, newText], found) => {
    const differs = newText !== undefined;
    const row = element("tr", (differs ? "differs " : "") + (found ? "found" : ""));
    row.append(element("td", "number", oldLine || ""), element("td", "old", oldText));
    row.append(element("td", "number", newLine || ""), element("td", "new", differs ? newText : oldText));
    return row;
  };

  const open = (details, file, findings) => {
    if (details.dataset.full) return;
    details.dataset.full = "yes";
    const byLine = new Map();
    for (const finding of findings) {
      const line = finding.place.line;
      byLine.set(line, [...(byLine.get(line) || []), finding]);
    }
    for (const view of file.views) {
      const table = element("table", "code");
      const body = element("tbody");
      for (const row of view) {
        const found = row[0] ? byLine.get(row[0]) : undefined;
        body.append(codeRow(row, found));
        for (const finding of found || []) body.append(findingRow(finding));
      }
      table.append(body);
      details.append(table);
    }
  };

  const fileElement = ({ file, findings }) => {
    const details = element("details");
    const summary = element("summary");
    summary.append(element("span", "path", file.path));
    for (const severity of data.severities) {
      const count = findings.filter((finding) => finding.severity === severity).length;
      if (count) summary.append(element("span", `tag ${severity}`, `${count} ${severity}${count === 1 ? "" : "s"}`));
    }
    summary.append(element("span", "edits", `${file.edits} edit${file.edits === 1 ? "" : "s"}`));
    details.append(summary);
    details.addEventListener("toggle", () => details.open && open(details, file, findings));
    return details;
  };

  const show = () => {
    list.replaceChildren(...shown.slice(0, limit).map(fileElement));
    if (shown.length > limit) {
      const more = element("button", "", `${shown.length - limit} more files`);
      more.id = "more";
      more.type = "button";
      more.addEventListener("click", () => { limit += PAGE; show(); });
      list.append(more);
    }
    if (shown.length === 1) list.firstElementChild.open = true;
  };

  const update = () => {
    const filter = wanted();
    const chosen = filter.severity || filter.effort || filter.code;
    shown = [];
    let count = 0;
    for (const file of data.files) {
      const findings = file.findings.filter((finding) => fits(finding, file.path, filter));
      const byName = !chosen && file.path.toLowerCase().includes(filter.search);
      if (findings.length || byName) shown.push({ file, findings });
      count += findings.length;
    }
    limit = PAGE;
    control("shown").textContent = `${count} findings in ${shown.length} files`;
    show();
  };

  const codes = new Set(data.files.flatMap((file) => file.findings.map((finding) => finding.code)));
  fill(control("severity"), data.severities);
  fill(control("effort"), data.efforts);
  fill(control("code"), [...codes].sort());
  let timer;
  control("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(update, 150); });
  for (const id of ["severity", "effort", "code"]) control(id).addEventListener("change", update);
  control("open").addEventListener("click", () => {
    for (const details of [...list.querySelectorAll("details")].slice(0, PAGE)) details.open = true;
  });
  for (const button of document.querySelectorAll("button.pick")) {
    button.addEventListener("click", () => {
      control("code").value = button.dataset.code;
      control("effort").value = button.dataset.effort;
      update();
      control("filters").scrollIntoView();
    });
  }
  update();
  if (location.hash === "#all") control("open").click();
})();
