const STATE_LETTERS = 2;
export const ZIP_DIGITS = 5;

/** The form of a US state code (KYC-5). */
export const STATE_PATTERN = /^[A-Za-z]{2}$/;

/** The names of the US states, D.C., territories and military mail regions, by postal code. */
const STATES: Readonly<Record<string, string>> = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado' },
  ...{ CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia' },
  ...{ HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky' },
  ...{ LA: 'Louisiana', ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota' },
  ...{ MS: 'Mississippi', MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire' },
  ...{ NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota' },
  ...{ OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island' },
  ...{ SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont' },
  ...{ VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
  ...{ PR: 'Puerto Rico', GU: 'Guam', VI: 'U.S. Virgin Islands', AS: 'American Samoa' },
  ...{ MP: 'Northern Mariana Islands', AA: 'Armed Forces Americas', AE: 'Armed Forces Europe' },
  AP: 'Armed Forces Pacific',
};

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '').toUpperCase();

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...Object.entries(STATES).map(([code, name]) => [lettersOf(name), code] as const),
  ['VIRGINISLANDS', 'VI'],
  ['WASHINGTONDC', 'DC'],
]);

/** Returns a state's name, or undefined if no state has this code. */
export function stateNameOf(code: string): string | undefined {
  const known = code.toUpperCase();
  return Object.hasOwn(STATES, known) ? STATES[known] : undefined;
}

/** The error for a state that does not exist. */
export const unknownStateRule = (state: string): string => `${state} isn't a US state`;

/**
 * Returns what a state field shows while a user types (KYC-5). A complete name becomes its code. One or two letters
 * become uppercase. A third letter is dropped unless the three letters start a name. Longer text stays unchanged,
 * because its first two letters could be another state's code.
 */
export function normalizeState(text: string): string {
  const letters = lettersOf(text);
  const code = CODES_BY_NAME.get(letters);
  if (code !== undefined) return code;
  const isCut = letters.length <= STATE_LETTERS + 1 && !isStartOfName(letters);
  return isCut ? letters.slice(0, STATE_LETTERS) : text;
}

function isStartOfName(letters: string): boolean {
  return letters.length > STATE_LETTERS && [...CODES_BY_NAME.keys()].some((name) => name.startsWith(letters));
}

/** A ZIP code (KYC-5). */
export const ZIP_CODE_PATTERN = /^\d{5}$/;
