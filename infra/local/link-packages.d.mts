export function linkPackages(copy: string): void;
