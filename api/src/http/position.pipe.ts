import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from './app-error.js';

const POSITION = /^[1-9]\d{0,14}$/;
/** The largest position that the pattern accepts. */
export const MAX_POSITION = 999_999_999_999_999;

/**
 * Parses a log position in a path.
 *
 * @throws AppError NOT_FOUND the text is not a position
 */
@Injectable()
export class PositionPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!POSITION.test(value)) throw new AppError('NOT_FOUND');
    return Number(value);
  }
}
