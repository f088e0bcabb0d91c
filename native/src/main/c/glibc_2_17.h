/*
 * The Makefile includes this in every source, so that the library runs on glibc 2.17 and later, as JDKs do, wherever it
 * is built. Since 2.32 and 2.34 glibc exports these functions from libc.so under new versions too; each line selects
 * the old one. check.sh reads the versions that the library needs.
 */

#ifndef JEMSCOPE_GLIBC_2_17_H
#define JEMSCOPE_GLIBC_2_17_H

#if defined(__x86_64__)
#define OLDEST "GLIBC_2.2.5"
#define OLDEST_2_3_3 "GLIBC_2.3.3"
#elif defined(__aarch64__)
#define OLDEST "GLIBC_2.17"
#define OLDEST_2_3_3 "GLIBC_2.17"
#endif

#ifdef OLDEST
#define SELECT(function, version) __asm__(".symver " #function ", " #function "@" version)

SELECT(dladdr, OLDEST);
SELECT(dladdr1, OLDEST_2_3_3);
SELECT(dlclose, OLDEST);
SELECT(dlopen, OLDEST);
SELECT(dlsym, OLDEST);
SELECT(pthread_attr_setstacksize, OLDEST);
SELECT(pthread_condattr_setclock, OLDEST_2_3_3);
SELECT(pthread_create, OLDEST);
SELECT(pthread_getspecific, OLDEST);
SELECT(pthread_join, OLDEST);
SELECT(pthread_mutex_timedlock, OLDEST);
SELECT(pthread_mutex_trylock, OLDEST);
SELECT(pthread_sigmask, OLDEST);
SELECT(sem_init, OLDEST);
SELECT(sem_post, OLDEST);
SELECT(sem_wait, OLDEST);

#undef SELECT
#undef OLDEST
#undef OLDEST_2_3_3
#endif

#endif
