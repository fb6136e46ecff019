import { clsx, type ClassValue } from 'clsx';

/** Joins class names, leaving out what is falsy. */
export function cn(...names: ClassValue[]): string {
  return clsx(names);
}
