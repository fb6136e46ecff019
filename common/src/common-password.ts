/** Words that common passwords are based on. */
const WORDS: ReadonlySet<string> = new Set(
  `abc abcd abcde abcdef access account admin administrator alexander amanda america andrea andrew angel angela
  anthony apple april arsenal asd asdf asdfgh asdfghjkl ashley august austin autumn baby babygirl bailey banana
  bandit bank banking barcelona barney baseball basketball batman beach beautiful blink bonnie boomer boston
  brandon brandy bubbles buster butterfly calvin camaro camille carlos caroline changeme charles charlie cheese
  chelsea chester chicago chicken chocolate chris christian christopher claire classic cocacola coffee computer
  confidential contrasena cookie cooper corvette cowboy cowboys crystal dakota dallas daniel daniela danielle
  david debbie december default demo dexter diablo diamond digital dolphin donald dragon dreams eagle eagles
  edward einstein elephant elizabeth eminem emmanuel enter falcon fall family february fender ferrari finance
  fishing flower flowers football forever france frank freddy freedom friday friend friends gateway gemini genius
  george german giants ginger golden golf golfer google gordon green guest guitar gunner hammer hannah happy
  harley heather hello helloworld hockey home house hunter iceman iloveu iloveyou incorrect internet jack jackie
  jackson jaguar jake james january jasmine jasper jennifer jeremy jessica jesus johnny johnson jonathan jordan
  joseph joshua july june junior justin killer kitty ladies lakers lauren legend letmein liverpool login london
  looking love lovely lover lovers lucky maggie magic manager march marina marine market marlboro martin master
  matrix matthew maverick may melissa member mercedes merlin michael michelle mickey midnight miller mine mobile
  monday money moniker monkey monster morgan motdepasse mother mountain muffin murphy mustang mypass mypassword
  naruto nascar nathan new newyork nicholas nicole ninja nintendo nirvana nothing november october oliver operator
  orange pass passw passw0rd passwd password passwords passwort patrick pepper peter phoenix player please pokemon
  police porsche prince princess private purple qazwsx qazwsxedc qwe qweasd qweasdzxc qwer qwert qwerty qwertyui
  qwertyuiop rabbit rachel raiders rainbow ranger rangers rebecca redsox richard robert rocket root rosebud runner
  samantha samsung sandra saturday scooter scorpion secret security september server shadow shannon sierra silver
  simple smokey snoopy soccer sophie sparky spider spiderman spring starwars steelers stella steven summer sunday
  sunshine superman superstar support system tennis test tester testing testtest thomas thunder thursday tiffany
  tiger tigers tigger tinkerbell toyota travis trustno trustnoone tuesday user username vanessa victoria victory
  viking warrior wednesday welcome whatever william williams willie wilson winner winston winter wizard xavier
  yamaha yankee yankees yellow zaq zaqwsx zxc zxcv zxcvb zxcvbn zxcvbnm`.split(/\s+/),
);

const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' },
};

/** Sequences of adjacent keys or characters, such as `qwerty` and `12345`. */
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
];
const LINES = ROWS.flatMap((row) => [row, Array.from(row).reverse().join('')]);

/**
 * Whether a password is easy to guess: a common word, even with added or substituted digits and symbols; up to eight
 * digits; a repetition; or a row of adjacent keys or letters (REG-17).
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return isWord(text) || isRepetition(text) || LINES.some((line) => line.includes(text));
}

function isWord(text: string): boolean {
  const withoutEnds = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const spellings = [text, withoutEnds].flatMap((word) => [word, withLetters(word)]);
  return spellings.some((word) => WORDS.has(word)) || /^\d{1,8}$/.test(text);
}

/** Replaces digits and symbols with the letters they stand for. */
function withLetters(text: string): string {
  return text.replace(/[^a-z]/g, (sign) => SUBSTITUTIONS[sign] ?? sign);
}

/** A sequence of one to four characters, repeated, such as `abababab`. */
function isRepetition(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text);
}
