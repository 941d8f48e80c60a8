#!/bin/sh
# The first process of a machine in namespaces of its own, before systemd takes its place: puts a
# clean Debian (BASE) below what this walk writes (WALK), and gives it what a machine has.
set -eu
base=$1 walk=$2 caches=$3
root=$walk/root
mkdir -p "$walk/upper" "$walk/work" "$walk/share" "$root" "$caches/apt" "$caches/npm"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$walk/upper,workdir=$walk/work" "$root"
mount -t proc proc "$root/proc"
# The kernel is everybody's: its settings stay what they are.
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mkdir -p "$root/handbook" "$root/root/.npm"
mount --bind "$walk/share" "$root/handbook"
# What was fetched once is not fetched again.
mount --bind "$caches/apt" "$root/var/cache/apt/archives"
mount --bind "$caches/npm" "$root/root/.npm"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
: > "$root/etc/machine-id"
hostname handbook
echo handbook > "$root/etc/hostname"
printf '127.0.0.1 localhost handbook\n::1 localhost\n' > "$root/etc/hosts"
cd "$root"
mkdir -p .old
pivot_root . .old
umount -l /.old
# It is a machine of its own in everything but the clock and the kernel.
exec env -i container=handbook PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv \
  --bounding-set -sys_time,-sys_module,-sys_rawio,-sys_boot,-syslog,-mac_admin \
  /lib/systemd/systemd
