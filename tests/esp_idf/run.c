/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs an ESP-IDF application, as FreeRTOS's main task does. */
void app_main(void);

int main(void)
{
    app_main();
    return 0;
}
