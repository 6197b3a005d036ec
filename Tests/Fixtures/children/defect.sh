#!/bin/sh
echo noise >&2; echo noise; exit 97
