import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '../platform/http/app-error.js';

const POSITION = /^[1-9]\d{0,14}$/;

/** A position of the log in a path. What cannot be one is simply not found. */
@Injectable()
export class PositionPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!POSITION.test(value)) throw new AppError('NOT_FOUND');
    return Number(value);
  }
}
