import 'reflect-metadata';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { runUnfreezeUser } from './run-unfreeze-user.js';

runUnfreezeUser(process.argv.slice(2)).catch(exitWithError('unfreeze-user'));
