/** Who may call a route. Every route declares a level; a route without one rejects everyone (SEC-1). */
export type AccessLevel = 'public' | 'signed-in' | 'admin';
