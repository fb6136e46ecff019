import { createContext, use } from 'react';

type VisitorEmail = readonly [email: string, setEmail: (email: string) => void];

/** The email address that a visitor typed last, for the next form that asks for it (AUTH-34). */
export const VisitorEmailContext = createContext<VisitorEmail>(['', () => undefined]);

/** Kept in memory only: the state of a history entry would outlive the page (SEC-7). */
export function useVisitorEmail(): VisitorEmail {
  return use(VisitorEmailContext);
}
