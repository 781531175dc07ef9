/* Random bytes for Go programs under wine 8, which lacks this library of every Windows:
   x86_64-w64-mingw32-gcc -shared -nostdlib -e 0 -o bcryptprimitives.dll bcryptprimitives.c -ladvapi32 */
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T bytes) { return SystemFunction036(to, (ULONG)bytes); }
