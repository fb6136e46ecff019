/** Who may call a route. Every route declares it; an undeclared route is rejected for everyone (SEC-1). */
export type AccessLevel = 'public' | 'signed-in' | 'admin';
