import { onThread } from "../../threads.js";

/** Passwords of 8 characters and more at the top of every list of breached ones. */
const common: ReadonlySet<string> = new Set(
  `00000000 0123456789 0987654321 11111111 111111111 1111111111 11223344 12121212 123123123 12341234 12344321 12345678 123456789
   1234567890 1234qwer 123qweasd 147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 55555555 66666666 77777777 87654321 88888888
   987654321 99999999 aaaaaaaa abcd1234 abcdefgh access14 administrator alexander asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl
   baseball basketball bigdaddy blink182 butterfly caroline changeme charlie1 chocolate computer corvette danielle dolphins
   drowssap einstein elephant football garfield godzilla greenday hello123 iloveyou internet jennifer jessica1 jordan23 letmein1
   liverpool login123 marlboro maverick mercedes metallica michael1 midnight monkey12 newyork1 nicholas p@ssw0rd p@ssword
   pa55word pa55w0rd passw0rd password password1 password12 password123 password1234 patrick1 pokemon1 princess princess1
   q1w2e3r4 qazwsxedc qwer1234 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop rootroot samantha september sunshine superman
   superman1 superstar test1234 testtest trustno1 victoria welcome1 welcome123 whatever william1 zaq12wsx zxcvbnm1`.split(/\s+/),
);

/** Whether a password is easy to guess, also for somebody who knows the user's other data. */
export function isWeak(password: string, about: readonly string[]): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size === 1 || common.has(text)) return true;
  return about.some((fact) => [fact, fact.split("@", 1)[0]!].some((part) => part.toLowerCase() === text));
}

/** Hashes a password. */
export function hashPassword(password: string): Promise<string> {
  return onThread(async () => (await import("better-auth/crypto")).hashPassword(password));
}

/** Whether a password is the one of a hash. */
export function verifyPassword(input: { readonly hash: string; readonly password: string }): Promise<boolean> {
  return onThread(async () => (await import("better-auth/crypto")).verifyPassword(input));
}
