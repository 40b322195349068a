export interface Account {
  email: string;
  name: string;
  givenName: string;
  familyName: string;
  verified: boolean;
  /** Google issues ID tokens with either form. */
  issuer: "https://accounts.google.com" | "accounts.google.com";
}

const makeAccount = (email: string, givenName: string, familyName: string, rest: Partial<Account> = {}): Account => ({
  email,
  givenName,
  familyName,
  name: `${givenName} ${familyName}`,
  verified: true,
  issuer: "https://accounts.google.com",
  ...rest,
});

/** The people offered on the consent page. */
export const accounts: readonly Account[] = [
  makeAccount("camille.martin@mail.example", "Camille", "Martin"),
  makeAccount("alex.taylor@mail.example", "Alex", "Taylor", { issuer: "accounts.google.com" }),
  makeAccount("jonas.weber@mail.example", "Jonas", "Weber"),
  makeAccount("unverified@mail.example", "Una", "Verified", { verified: false }),
];

/** The account of an address; one typed by hand gets its name from the address. */
export function findAccount(email: string): Account {
  const known = accounts.find((each) => each.email === email.toLowerCase());
  if (known) return known;
  const words = (email.split("@")[0] ?? "").split(/[._+-]+/).filter(Boolean);
  const [given = "Sandbox", family = "User"] = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return makeAccount(email.toLowerCase(), given, family);
}
