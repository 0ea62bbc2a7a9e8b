/**
 * The part of WebAssembly that is used here. Node has it, the types of Node do not, and those of the browser would
 * bring a thousand names that are not there.
 */
export interface WasmMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
}

interface WebAssemblyNamespace {
  Memory: new (shape: {
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }) => WasmMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, WasmMemory>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

declare const WebAssembly: WebAssemblyNamespace;

const { Memory, Module, Instance } = WebAssembly;

export { Instance, Memory, Module };
