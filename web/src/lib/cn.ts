import { clsx, type ClassValue } from 'clsx';

/** Joins class names and skips falsy values. */
export function cn(...names: ClassValue[]): string {
  return clsx(names);
}
