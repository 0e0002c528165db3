# What zsh offers: zsh -f completion.zsh FILE SCRIPT LINE FOUND types LINE and a Tab into a zsh under a terminal of its
# own that has read the completion script, and writes every candidate that it was given to FOUND. FILE is this file: that
# zsh reads it, too.
zmodload zsh/zpty
if [[ $1 != inner ]]; then
  zpty shell zsh -f -i
  zpty -w shell "source ${(q)1} inner ${(q)2} ${(q)4}"
  zpty -r -m shell ignored '*<ready>*'
  zpty -w -n shell "$3"$'\t'
  zpty -r -m shell ignored '*<end>*'
  zpty -d shell
  exit
fi

PS1=
unset zle_bracketed_paste
autoload -Uz compinit && compinit -C -d ${3:h}/dump
source $2
found_file=$3 found=()
compadd() {
  local -a matching
  [[ ${@[1,(i)(-|--)]} == *-[OAD]* ]] && { builtin compadd "$@"; return }
  builtin compadd -O matching "$@"
  found+=($matching)
  builtin compadd "$@"
}
tell() {
  _main_complete
  compstate[insert]= compstate[list]=
  print -rl -- $found >$found_file
  print '<end>'
}
zle -C tell complete-word tell
bindkey '^I' tell
print '<'ready'>'
