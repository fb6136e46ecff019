import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ShortText, untrimmed } from '../http/fields.js';

const MAX_LENGTH = 32;
/** 7 to 15 digits (E.164) with common separators and an optional leading plus (REG-5). */
const PHONE_NUMBER = /^\+?[ ().-]*(?:[0-9][ ().-]*){7,15}$/;

/** A phone number. `missing` is the message if it is empty. */
export function PhoneNumber(missing: string): PropertyDecorator {
  return applyDecorators(
    ShortText(MAX_LENGTH, { message: missing }),
    ApiProperty({ pattern: untrimmed(PHONE_NUMBER) }),
    Matches(PHONE_NUMBER, { message: 'Please enter a valid phone number' }),
  );
}
