/** Returns a view of a buffer's bytes. It reads and writes numbers faster than the checked methods of `Buffer`. */
export function dataViewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
