// Mean and spread by group with Thrust: sort by key, reduce by key, transform.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

#include <cmath>
#include <cstdio>

struct Moments {
    float sum, squares;
    int count;
};

struct make_moments {
    __host__ __device__ Moments operator()(float x) const { return {x, x * x, 1}; }
};

struct add_moments {
    __host__ __device__ Moments operator()(const Moments& a, const Moments& b) const
    {
        return {a.sum + b.sum, a.squares + b.squares, a.count + b.count};
    }
};

struct spread {
    __host__ __device__ float operator()(const Moments& m) const
    {
        float mean = m.sum / m.count;
        return m.squares / m.count - mean * mean;
    }
};

int main()
{
    const int n = 10000, groups = 7;
    thrust::host_vector<int> host_keys(n);
    thrust::host_vector<float> host_values(n);
    for (int i = 0; i < n; ++i) {
        host_keys[i] = (i * 31) % groups;
        host_values[i] = float(host_keys[i]) + (i % 2 ? 0.5f : -0.5f);
    }

    cudaStream_t stream;
    if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
    auto policy = thrust::cuda::par.on(stream);

    thrust::device_vector<int> keys = host_keys, unique(groups);
    thrust::device_vector<float> values = host_values, variance(groups);
    thrust::device_vector<Moments> moments(n), totals(groups);

    thrust::sort_by_key(policy, keys.begin(), keys.end(), values.begin());
    thrust::transform(policy, values.begin(), values.end(), moments.begin(), make_moments());
    auto ends = thrust::reduce_by_key(policy, keys.begin(), keys.end(), moments.begin(), unique.begin(), totals.begin(),
                                      thrust::equal_to<int>(), add_moments());
    int found = int(ends.first - unique.begin());
    thrust::transform(policy, totals.begin(), totals.begin() + found, variance.begin(), spread());

    // A raw pointer and a kernel work on the same memory.
    float* raw = thrust::raw_pointer_cast(variance.data());
    thrust::host_vector<float> result(found);
    if (cudaMemcpyAsync(result.data(), raw, found * sizeof(float), cudaMemcpyDeviceToHost, stream) != cudaSuccess) return 1;
    if (cudaStreamSynchronize(stream) != cudaSuccess) return 1;

    bool ok = found == groups;
    for (int g = 0; ok && g < groups; ++g) ok = std::fabs(result[g] - 0.25f) < 1e-2f;
    if (cudaStreamDestroy(stream) != cudaSuccess) return 1;
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
