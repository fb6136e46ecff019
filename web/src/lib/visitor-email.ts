import { createContext, use } from 'react';

type VisitorEmail = readonly [email: string, setEmail: (email: string) => void];

/** The email address a visitor last typed, to prefill the next form that asks for it (AUTH-34). */
export const VisitorEmailContext = createContext<VisitorEmail>(['', () => undefined]);

/** The address and its setter. Kept in memory only, because history state would outlive the page (SEC-7). */
export function useVisitorEmail(): VisitorEmail {
  return use(VisitorEmailContext);
}
