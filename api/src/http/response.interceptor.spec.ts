import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, IntersectionType } from '@nestjs/swagger';
import { firstValueFrom, of } from 'rxjs';
import { IdempotentResponse } from './idempotency.js';
import { RequestedAmount, Usd } from './money-fields.js';
import { pageDto } from './page.js';
import { ResponseInterceptor } from './response.interceptor.js';

class EntryDto {
  @Usd({ nullable: true })
  feeCents: number | null;

  @ApiProperty()
  at: Date;
}

class DatedDto {
  @ApiProperty()
  formattedDate: string;
}

class PaymentDto extends IntersectionType(EntryDto, DatedDto) {
  @RequestedAmount()
  amountCents: number;

  @ApiProperty()
  heldCents: number;

  @ApiProperty({ type: EntryDto, nullable: true })
  entry: EntryDto | null;
}

class Routes {
  @ApiOkResponse({ type: pageDto(PaymentDto) })
  page(): void {}

  @ApiOkResponse({ type: [EntryDto] })
  entries(): void {}

  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  anything(): void {}
}

const AT = new Date('2026-11-20T16:05:00.000Z');
const ENTRY = { feeCents: 400, at: AT, position: 7 };

async function responseOf(route: keyof Routes, data: unknown) {
  const headers: string[] = [];
  const context = {
    getHandler: () => Routes.prototype[route],
    switchToHttp: () => ({ getResponse: () => ({ setHeader: (name: string) => headers.push(name) }) }),
  } as unknown as ExecutionContext;
  const sent = await firstValueFrom(new ResponseInterceptor().intercept(context, { handle: () => of(data) }));
  return { body: JSON.parse(JSON.stringify(sent ?? null)) as unknown, headers };
}

describe('responses', () => {
  it('have each amount as text and in cents, times in ISO 8601, and only documented fields [CON-1]', async () => {
    const row = { amountCents: 123_450, feeCents: null, at: AT, heldCents: 5, secret: 'x' };
    const page = {
      items: [{ ...row, formattedDate: 'Nov 20', entry: ENTRY }],
      nextCursor: null,
      cursorId: '1',
    };
    expect((await responseOf('page', page)).body).toEqual({
      items: [
        {
          ...{ amount: 1234.5, amountCents: 123_450, formattedAmount: '$1,234.50' },
          ...{ fee: null, feeCents: null, at: '2026-11-20T16:05:00.000Z' },
          ...{ formattedDate: 'Nov 20', heldCents: 5 },
          entry: { fee: '$4.00', feeCents: 400, at: '2026-11-20T16:05:00.000Z' },
        },
      ],
      nextCursor: null,
    });
  });

  it('to a repeated request are marked as such, but otherwise written like the first one [LED-5]', async () => {
    const { body, headers } = await responseOf('entries', new IdempotentResponse([ENTRY], true));
    expect(body).toEqual([{ fee: '$4.00', feeCents: 400, at: '2026-11-20T16:05:00.000Z' }]);
    expect(headers).toEqual(['Idempotent-Replay']);
  });

  it('are sent unchanged if they have no documented class or no body', async () => {
    expect((await responseOf('anything', { anyCents: 1 })).body).toEqual({ anyCents: 1 });
    expect((await responseOf('page', undefined)).body).toBeNull();
  });
});
