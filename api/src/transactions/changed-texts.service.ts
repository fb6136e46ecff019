import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findChangedTexts } from '../ledger/texts/find-changed-texts.js';
import { sqlOfSource } from '../platform/database/sql.js';

/** Compares the texts of transactions with the digests in their events before an admin decides (TRF-40). */
@Injectable()
export class ChangedTexts {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the transactions whose texts are missing or were changed. */
  findChanged(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return findChangedTexts(sqlOfSource(this.dataSource), ids);
  }
}
