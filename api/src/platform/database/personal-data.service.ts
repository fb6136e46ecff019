import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';

/** A person whose data is erased. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly moniker: string;
  readonly phoneNumber: string | null;
}

/** A service that stores data about people. */
export interface PersonalDataOwner {
  /** Erases what the service stores about a person, in the caller's transaction. */
  erasePersonalData(manager: EntityManager, person: Person): Promise<void>;
}

const Owner = DiscoveryService.createDecorator<readonly string[]>();

/**
 * Class decorator: deleting a person also erases what this service stores about them. `tables` are the service's tables
 * that contain a person's id or data. Every such table has one owner (`api/test/harness/table-owners.spec.ts`).
 */
export const OwnsPersonalData = (
  ...tables: readonly [string, ...string[]]
): ((service: abstract new (...args: never[]) => PersonalDataOwner) => void) => Owner(tables);

/** Erases people's data from all services with `@OwnsPersonalData()`. */
@Injectable()
export class PersonalData {
  constructor(private readonly discovery: DiscoveryService) {}

  async erase(manager: EntityManager, person: Person): Promise<void> {
    for (const { instance } of this.discovery.getProviders({ metadataKey: Owner.KEY })) {
      await (instance as PersonalDataOwner).erasePersonalData(manager, person);
    }
  }
}
