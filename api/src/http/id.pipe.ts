import { Injectable, type PipeTransform } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AppError } from './app-error.js';

/** Parses an id in a path. An invalid id is treated as one that doesn't exist. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUUID(value)) throw new AppError('NOT_FOUND');
    return value.toLowerCase();
  }
}
