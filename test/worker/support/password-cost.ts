import { SCRYPT_COST } from "../../../worker/account/sign-in/password-hash";

const REAL_COST = { ...SCRYPT_COST };

/** The worker tests would pay the real cost some hundred times. */
export const useCheapPasswords = (): void => void Object.assign(SCRYPT_COST, { N: 2, r: 1, p: 1 });

/** For the rest of a test: about the cost, or about what it hides. */
export const useRealPasswords = (): void => void Object.assign(SCRYPT_COST, REAL_COST);
