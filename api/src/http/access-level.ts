/** Who may call a route. Every route must declare a level; a route without a level rejects everyone (SEC-1). */
export type AccessLevel = 'public' | 'signed-in' | 'admin';
