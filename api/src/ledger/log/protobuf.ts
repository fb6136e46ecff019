/** A field's number and type share a byte, so this encodes fields up to number 15. */
const MAX_FIELD = 15;
const NUMBER = 0;
const BYTES = 2;
const DIGIT = 0x80;

/** Encodes a protobuf field with a value of any length: a text, bytes, or another message. */
export function encodeBytes(field: number, value: string | Buffer): Buffer {
  const length = Buffer.byteLength(value);
  const start = 1 + lengthOfNumber(length);
  const encoded = Buffer.allocUnsafe(start + length);
  encoded[0] = tag(field, BYTES);
  writeNumber(encoded, length);
  if (typeof value === 'string') encoded.write(value, start);
  else value.copy(encoded, start);
  return encoded;
}

/** Encodes a protobuf field of an unsigned integer. */
export function encodeNumber(field: number, value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is not an unsigned integer`);
  const encoded = Buffer.allocUnsafe(1 + lengthOfNumber(value));
  encoded[0] = tag(field, NUMBER);
  writeNumber(encoded, value);
  return encoded;
}

function tag(field: number, type: number): number {
  if (field < 1 || field > MAX_FIELD) throw new RangeError(`field ${field} needs more than one byte`);
  return field * 8 + type;
}

/** Numbers have 7 bits in each byte, the lowest first. All bytes but the last have the eighth bit set. */
function lengthOfNumber(value: number): number {
  let length = 1;
  for (let rest = value; rest >= DIGIT; rest = Math.floor(rest / DIGIT)) length += 1;
  return length;
}

/** Writes a number behind the tag. */
function writeNumber(encoded: Buffer, value: number): void {
  let offset = 1;
  let rest = value;
  while (rest >= DIGIT) {
    encoded[offset] = (rest % DIGIT) + DIGIT;
    rest = Math.floor(rest / DIGIT);
    offset += 1;
  }
  encoded[offset] = rest;
}
