import { type Reading, wrong } from '~/kit/shared/fields/field-rules';

// Words that lists of stolen passwords begin with, in many countries; each is tried with every ending below.
const stems = `password passwort passw0rd p@ssword p@ssw0rd pa55word pass admin administrator root qwerty qwertz azerty
  letmein welcome welkom willkommen iloveyou monkey dragon master sunshine princess football baseball basketball soccer
  hockey shadow superman batman spiderman pokemon michael jordan jennifer jessica ashley daniel andrew joshua matthew
  charlie thomas robert george william hunter killer ginger pepper cookie summer winter spring autumn freedom whatever
  trustno starwars liverpool chelsea arsenal barcelona juventus ranger mustang ferrari mercedes porsche yamaha harley
  samsung google computer internet access login changeme default guest manager server system sysadmin hello lovely angel
  flower butterfly buster tigger cheese banana orange chocolate purple yellow silver golden diamond secure security
  company office business india bharat mumbai delhi krishna ganesh lakshmi ganapati sairam jaimatadi bismillah
  mohammed cricket sachin dhoni virat london paris berlin america canada australia nothing forever family mother father
  mynoob zaq1zaq1 aaaaaa abcdef abcabc asdasd qweqwe qweasd zxcvbn asdfgh manufacturing crm manufacturingcrm`;

const endings = `|0|00|000|01|1|11|111|12|123|1234|12345|123456|1234567|12345678|123456789|2|2020|2021|2022|2023|2024|2025|2026|21|22|23|3|321|4|5|55
  |6|666|69|7|77|777|786|8|88|888|9|99|999|!|!!|@|#|.|1!|12!|123!|1234!|@1|@12|@123|@1234|@12345|#1|#123|.123|_123|-123|$|1$|123$|123@|123#`;

// What fingers do by themselves: runs of the keyboard and of the alphabet, forwards and backwards.
const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
  '!@#$%^&*()',
];

const others = `696969 112233 121212 123123 123321 654321 131313 159753 159357 147258 147258369 789456 789456123 456789 987654
  147852 741852963 963852741 102030 112358 121314 142536 159951 101010 202020 123abc abc123 abcd1234 a1b2c3 a1b2c3d4 1a2b3c4d
  aa123456 a123456 a12345678 q123456 qwer1234 asdf1234 zxcv1234 1qazxsw2 1q2w3e 1q2w3e4r zaq12wsx !qaz2wsx 1qaz@wsx qwe123 asd123
  zxc123 qwert1 test test1 test12 test123 test1234 test12345 testtest testing secret secret1 iloveu iloveyou2 loveme lovelove
  fuckyou fuckyou1 asshole biteme bailey maggie biscuit snoopy scooter matrix phoenix eagles yankees dallas austin boston
  steelers cowboys packers lakers rangers redsox hardcore gandalf merlin thunder ncc1701 rush2112 8675309 jesus jesus1
  jesuschrist blessed heaven angels babygirl babyboy loveyou sweety sweetheart darling teddybear charlie1 michelle nicole
  jasmine amanda samantha hannah taylor anthony justin brandon christian alexander nicholas patrick richard edward steven
  maverick wizard warrior knight legend hunter1 tiger tiger1 tigers lion panther falcon eagle1 dolphin turtle kitten puppy
  doggie guitar music rockyou metallica slipknot nirvana eminem blink182 greenday linkin hellokitty minecraft fortnite roblox
  naruto pikachu doraemon dinosaur rainbow unicorn sunflower lollipop strawberry cupcake pumpkin peanut peaches cherry coffee
  corvette camaro porsche911 bmw325 honda toyota suzuki ducati apple android iphone facebook whatsapp instagram youtube
  linkedin twitter microsoft windows oracle cisco root123 toor admin@123 adminadmin useruser user123 user1234 temp temp123
  temp1234 temporary sample sample123 example letmein1 openup opensesame trustno1 passpass password1! mypassword nopassword
  thisispassword newpassword oldpassword passwords password12 p@$$word p@$$w0rd pa$$word pa$$w0rd passwd parola contrasena
  senha motdepasse lozinka haslo sifre wachtwoord salasana losenord heslo jelszo kennwort`;

function termsOf(text: string, separator: string | RegExp): string[] {
  return text.trim().split(separator);
}

const terms = new Set(termsOf(stems, /\s+/));

const found = new Set([
  ...termsOf(others, /\s+/),
  ...termsOf(stems, /\s+/).flatMap((stem) =>
    termsOf(endings, '|').map((ending) => stem + ending.trim()),
  ),
]);

const backwards = (text: string) => [...text].reverse().join('');

/** Whether this is only one word, one run of keys or one repeated group, such as `123456` and `password`. */
export function isTrivialPassword(password: string): boolean {
  const text = password.toLowerCase().trim();
  if (terms.has(text) || /^(.{1,4})\1+$/su.test(text)) return true;
  return runs.some((run) => run.includes(text) || backwards(run).includes(text));
}

/**
 * Whether this is among the first few thousand passwords that anyone would try, in any case of letters
 * (docs/product/sign-in.md#passwords).
 */
export function isCommonPassword(password: string): boolean {
  return found.has(password.toLowerCase().trim()) || isTrivialPassword(password);
}

function passwordOf(least: number, isRefused: (password: string) => boolean) {
  return (value: unknown): Reading<string> => {
    if (typeof value !== 'string') return wrong('Password is required');
    if (value.length < least) return wrong(`Password must be at least ${least} characters`);
    if (value.length > mostCharacters)
      return wrong(`Password cannot exceed ${mostCharacters} characters`);
    return isRefused(value)
      ? wrong('This password is too common. Please choose another one.')
      : { ok: true, value };
  };
}

/** The characters of a password: at least so many for the person’s own account, so many where it comes with one, at most so many. */
export const leastCharacters = { own: 8, given: 6 } as const;
export const mostCharacters = 200;

/** A password that a person chooses for the person’s own account. Never trimmed: spaces are part of it. */
export const readOwnPassword = passwordOf(leastCharacters.own, isCommonPassword);

/** One that comes with an account, or that an administrator sets (docs/decisions/0030-passwords.md). */
export const readGivenPassword = passwordOf(leastCharacters.given, isTrivialPassword);
