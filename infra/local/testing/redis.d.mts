export function hasRedis(): boolean;
export function ensureRedis(): Promise<void>;
