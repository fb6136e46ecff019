export const DEBIAN_POSTGRES: string;
export function hasPgBackRest(): boolean;
export function ensurePgBackRest(): Promise<void>;
