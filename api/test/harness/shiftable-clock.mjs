// Preloaded into a program under test: SIGUSR2 sets its clock forward by a minute, and SIGWINCH sets it back by a
// minute. A second signal, either of the two, undoes the change.
const SHIFTS_MS = { SIGUSR2: 60_000, SIGWINCH: -60_000 };
const RealDate = Date;
let shiftMs = 0;

for (const [signal, ms] of Object.entries(SHIFTS_MS)) {
  process.on(signal, () => {
    shiftMs = shiftMs === 0 ? ms : 0;
  });
}

globalThis.Date = class extends RealDate {
  /** @param {any[]} values */
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + shiftMs);
    // @ts-expect-error -- the constructor is overloaded
    else super(...values);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
