export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export function postgresAccount(): Account | undefined;
export function canEnter(account: Account | undefined, folder: string): boolean;
