/* Interface between the host file and the device file. */
#ifndef NBODY_H
#define NBODY_H

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Positions carry the mass in w. Both arrays hold n bodies in device memory. */
cudaError_t nbody_step(float4* position, float4* velocity, int n, float dt, cudaStream_t stream);
cudaError_t nbody_energy(const float4* position, const float4* velocity, int n, double* energy, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
