/* SPDX-License-Identifier: BSD-3-Clause */
/* An application's configuration of LVGL, as integrations/lvgl/README.md says. */
#ifndef LV_CONF_H
#define LV_CONF_H

#include "permkern_lvgl.h"

#endif /* LV_CONF_H */
