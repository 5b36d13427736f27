"""How dates are written: as people in Swiss hospitals do, in either language."""
