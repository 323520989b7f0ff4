// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAcceptedTokens} from "../../../src/registry/interfaces/IAcceptedTokens.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract AcceptTokenTest is RegistryTest {
    function test_takes_the_token_from_then_on() public {
        vm.assertFalse(isAccepted(address(this)), "not yet");
        vm.expectEmit(address(registry));
        emit IAcceptedTokens.TokenAccepted(address(this));
        accept(admin, address(this));
        vm.assertTrue(isAccepted(address(this)), "accepted");
        vm.assertTrue(registry.isAccepted(address(this)), "accepted");
    }

    function test_tells_of_a_token_once() public {
        accept(admin, address(this));
        vm.recordLogs();
        accept(admin, address(this));
        vm.assertEq(vm.getRecordedLogs().length, 0, "events");
    }

    function test_refuses_an_address_without_code() public {
        vm.expectRevert(abi.encodeWithSelector(IAcceptedTokens.NotAToken.selector, owner));
        accept(admin, owner);
    }

    function testFuzz_refuses_everyone_but_the_admin(address caller) public {
        vm.assume(caller != admin);
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        accept(caller, address(this));
        vm.expectRevert(IRegistryAdmin.NotAdmin.selector);
        accept(operator, address(this));
    }

    function test_takes_those_that_it_was_made_with() public {
        registry = deployRegistry(operator, treasury, admin, address(this), address(registry));
        vm.assertTrue(isAccepted(address(this)), "accepted");
        vm.expectRevert(abi.encodeWithSelector(IAcceptedTokens.NotAToken.selector, owner));
        deployRegistry(operator, treasury, admin, address(this), owner);
    }

    function accept(address by, address token) private {
        vm.prank(by);
        registry.acceptToken(token);
    }

    function isAccepted(address token) private view returns (bool accepted) {
        (,, accepted) = registry.route(merchantId, token);
    }
}
