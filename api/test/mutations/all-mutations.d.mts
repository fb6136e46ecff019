import type { Mutation } from './mutation.mjs';

export interface NamedMutation extends Mutation {
  readonly area: string;
}

export const AREAS: readonly string[];
export const MUTATIONS: readonly NamedMutation[];
