import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { newId } from '../../platform/crypto/new-id.js';
import { UsersService } from '../../identity/users/users.service.js';
import {
  type FilteredList,
  mapSavedFilter,
  type SaveFilterBody,
  type SavedFilterDto,
} from './saved-filter.dto.js';
import { SavedFilterEntity } from './saved-filter.entity.js';

const MAX_SAVED_PER_LIST = 20;
// oxlint-disable-next-line no-control-regex -- it looks for control characters
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

// Compares whole words, so erasing a user named “Long” keeps a filter that mentions “Longfellow”.
const words = (text: string): string =>
  `' ' || regexp_replace(lower(${text}), '[^[:alnum:]@._+$-]+', ' ', 'g') || ' '`;

const contains = (text: string, identifiers: string): string => `exists (
    select from unnest(${identifiers}::text[]) as identifier (text)
    where strpos(${words(text)}, ${words('identifier.text')}) > 0)`;

const SEARCH = `coalesce(f.filters ->> 'search', '')`;

const DELETE_NAMING = `
  delete from saved_filter f where f.user_id = $1 or ${contains('f.name', '$2')} or ${contains(SEARCH, '$3')}`;

/** The list filters that each admin has saved (ADM-36). */
@OwnsPersonalData('saved_filter')
@Injectable()
export class SavedFiltersService implements PersonalDataOwner {
  constructor(
    @InjectRepository(SavedFilterEntity) private readonly saved: Repository<SavedFilterEntity>,
    private readonly users: UsersService,
    private readonly dataSource: DataSource,
  ) {}

  /** Returns an admin's saved filters for a list, sorted by name. */
  async of(userId: string, list: FilteredList): Promise<SavedFilterDto[]> {
    const saved = await this.saved.find({ where: { userId, list }, order: { name: 'ASC', id: 'ASC' } });
    return saved.map(mapSavedFilter);
  }

  /**
   * Saves filters under a name, replacing any already saved under that name.
   *
   * @throws VALIDATION_FAILED a filter contains control characters
   * @throws CONFLICT the list has too many saved filters
   */
  async save(userId: string, { list, name, filters }: SaveFilterBody): Promise<SavedFilterDto> {
    const parsed = parseFilters(filters);
    const saved = await this.dataSource.transaction(async (manager) => {
      // Prevents two concurrent requests from exceeding the limit.
      await this.users.lock(manager, userId);
      const known = await manager.findBy(SavedFilterEntity, { userId, list });
      const replaced = known.find((one) => one.name === name);
      if (replaced === undefined && known.length >= MAX_SAVED_PER_LIST) throw tooManyError();
      const id = replaced?.id ?? newId();
      return manager.save(SavedFilterEntity, { id, userId, list, name, filters: parsed });
    });
    return mapSavedFilter(saved);
  }

  /** @throws NOT_FOUND the admin has no such filter */
  async delete(userId: string, id: string): Promise<void> {
    const { affected } = await this.saved.delete({ id, userId });
    if (affected !== 1) throw new AppError('NOT_FOUND');
  }

  /**
   * Deletes a user's filters, and other admins' filters that name the user or search for the user, in the caller's
   * transaction (ADM-36). A search for a last name or moniker is assumed to be for the user. The name of a filter can
   * contain the same word by chance (“Large payments”). So in such a name, a last name without the first name counts
   * only with “'s” (“Large's”), and a moniker only with “'s” or its dollar sign (“$large”).
   */
  async erasePersonalData(manager: EntityManager, person: Person): Promise<void> {
    const { id, firstName, lastName, email, moniker, phoneNumber } = person;
    const phone = phoneNumber === null ? [] : [phoneNumber, phoneNumber.replace(/\D/g, '')];
    const unique = [`${firstName} ${lastName}`, email, `$${moniker}`, ...phone];
    const inNames = [...unique, `${lastName}'s`, `${moniker}'s`];
    await manager.query(DELETE_NAMING, [id, inNames, [...unique, lastName, moniker]]);
  }
}

function parseFilters(text: string): Record<string, string> {
  const filters = Object.fromEntries(new URLSearchParams(text));
  if (Object.values(filters).some((value) => CONTROL_CHARACTER.test(value))) {
    throw new AppError('VALIDATION_FAILED', 'filters must not contain control characters', {
      fields: ['filters'],
    });
  }
  return filters;
}

function tooManyError(): AppError {
  return new AppError(
    'CONFLICT',
    `You can save up to ${MAX_SAVED_PER_LIST} filters per list. Delete one first`,
  );
}
