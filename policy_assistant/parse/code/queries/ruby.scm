(class name: (_) @name) @class
(module name: (_) @name) @class
(method name: (_) @name) @function
(singleton_method name: (_) @name) @function
(assignment left: (constant) @name right: (call receiver: (constant) @_maker)
  (#has? @_maker "Class" "Data" "Module" "Struct")) @class
(assignment left: (constant) @upper) @constant
(comment) @above
