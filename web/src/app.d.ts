declare module 'virtual:symbols' {
  /** Width and height of every drawing in the symbol sheet. */
  export const sizes: Record<string, [number, number]>;
}
