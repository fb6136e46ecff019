import 'reflect-metadata';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { runCreateAdmin } from './run-create-admin.js';

runCreateAdmin(process.argv.slice(2)).catch(exitWithError('create-admin'));
