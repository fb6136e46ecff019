// @ts-check

/** The environment of this process without the named variables. */
export function environmentWithout(/** @type {string[]} */ ...names) {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}
