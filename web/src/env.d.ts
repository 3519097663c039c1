declare const __SINGLE__: boolean;
declare const __NATIVE__: boolean;
declare module 'virtual:boxcars-wasm' {
  const addressOrBase64: string;
  export default addressOrBase64;
}
declare module 'virtual:start-worker' {
  export const startWorker: () => Worker;
}
