// Blurs and equalizes a grey ramp and looks at the result.
#include "imgproc/device_image.h"

#include <algorithm>
#include <cstdio>

int main()
try {
    const int width = 300, height = 200;
    std::vector<std::uint8_t> ramp(width * height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            ramp[y * width + x] = static_cast<std::uint8_t>(64 + x / 6);

    cudaStream_t stream;
    imgproc::check(cudaStreamCreate(&stream));
    imgproc::DeviceImage image(width, height), blurred(width, height);
    image.upload(ramp, stream);
    imgproc::blur(image, blurred, 1, stream);
    imgproc::equalize(blurred, stream);
    const std::vector<std::uint8_t> result = blurred.download(stream);
    imgproc::check(cudaStreamDestroy(stream));

    const bool rising = std::is_sorted(result.begin(), result.begin() + width);
    const bool full = *std::max_element(result.begin(), result.end()) == 255 && result[0] < 16;
    std::printf("%s\n", rising && full ? "PASSED" : "FAILED");
    return rising && full ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
}
