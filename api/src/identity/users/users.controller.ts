import { Body, Controller, Put } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { PhoneNumber } from './phone-number.js';
import { CurrentUserDto } from './user.dto.js';
import { UsersService } from './users.service.js';

export class PhoneBody {
  @PhoneNumber('Please enter a phone number')
  phoneNumber: string;
}

export class FindableBody {
  @IsBoolean({ message: 'isFindable must be true or false' })
  @ApiProperty()
  isFindable: boolean;
}

@ApiTags('users')
@ForSignedIn()
@Controller('api/user')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  /** Sets the phone number, which cannot be changed afterwards (SET-3). */
  @Put('phone')
  @ApiOkResponse({ type: CurrentUserDto })
  @Refuses('NOT_FOUND', 'PHONE_ALREADY_SET')
  async setPhoneNumber(
    @CurrentUser() user: AuthenticatedUser,
    @Body() { phoneNumber }: PhoneBody,
  ): Promise<CurrentUserDto> {
    return this.users.toDto(await this.users.setPhoneNumber(user.userId, phoneNumber));
  }

  /** Sets whether other customers can find the user by their moniker (SET-13). */
  @Put('findable')
  @ApiOkResponse({ type: CurrentUserDto })
  @Refuses('NOT_FOUND')
  async setFindable(
    @CurrentUser() user: AuthenticatedUser,
    @Body() { isFindable }: FindableBody,
  ): Promise<CurrentUserDto> {
    return this.users.toDto(await this.users.setFindable(user.userId, isFindable));
  }
}
