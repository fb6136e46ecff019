/** The same bytes as a view, which reads and writes numbers without a checked call for each. */
export function dataViewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
