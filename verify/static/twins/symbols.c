/* SPDX-License-Identifier: BSD-3-Clause */
/* Objects that break one rule each: verify/static/symbols.py must see it. */
void permkern_run(void);

#ifdef TWIN_UNDEFINED
void elsewhere(void);

void permkern_run(void)
{
    elsewhere();
}
#endif

#ifdef TWIN_WRITABLE
static volatile int kept;

void permkern_run(void)
{
    kept++;
}
#endif

#ifdef TWIN_NAMES
/* Visible without a declaration, and without a prefix; permkern_gone is missing. */
void stray(void);

void stray(void)
{
}

void permkern_run(void)
{
}
#endif
