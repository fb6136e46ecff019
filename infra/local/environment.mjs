// @ts-check

/** The environment of this process without some of its variables. */
export function environmentWithout(/** @type {string[]} */ ...names) {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}
