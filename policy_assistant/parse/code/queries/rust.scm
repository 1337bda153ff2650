(struct_item name: (_) @name) @class
(enum_item name: (_) @name) @class
(union_item name: (_) @name) @class
(trait_item name: (_) @name) @class
(type_item name: (_) @name) @class
(impl_item type: (_) @name) @class
(mod_item name: (_) @name body: (_)) @scope
(function_item name: (_) @name) @function
(macro_definition name: (_) @name) @function
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @constant
(line_comment) @above
(block_comment) @above
(attribute_item) @above
