// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/payments/interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract ProcessorConstructorTest is PaymentTest {
    function test_fixes_its_addresses() public view {
        vm.assertEq(address(processor.registry()), address(registry), "registry");
        vm.assertEq(processor.usdc(), address(usdc), "usdc");
        vm.assertEq(processor.eurc(), address(eurc), "eurc");
        vm.assertEq(processor.treasury(), treasury, "treasury");
        vm.assertEq(processor.admin(), admin, "admin");
        vm.assertEq(processor.pendingTreasury(), address(0), "pending treasury");
        vm.assertEq(processor.announcedTreasury(), address(0), "announced treasury");
    }

    function test_works_without_a_second_token() public {
        processor = deployProcessor(registry, address(usdc), address(0), treasury, admin);
        Order memory o = order(1);
        pay(o);
        expectSettled(o, payoutA);
        vm.prank(treasury);
        vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.UnsupportedToken.selector, address(0)));
        processor.sweepFees(address(0), 1);
    }

    function test_refuses_a_registry_without_code() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        deployProcessor(IMerchantRegistry(relayer), address(usdc), address(eurc), treasury, admin);
    }

    function test_refuses_a_token_without_code() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        deployProcessor(registry, relayer, address(eurc), treasury, admin);
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        deployProcessor(registry, address(usdc), relayer, treasury, admin);
    }

    function test_refuses_one_token_twice() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        deployProcessor(registry, address(usdc), address(usdc), treasury, admin);
    }

    function test_refuses_the_zero_address_as_treasury() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        deployProcessor(registry, address(usdc), address(eurc), address(0), admin);
    }

    function test_refuses_an_admin_that_is_zero_or_has_another_role() public {
        address[3] memory wrong = [address(0), treasury, operator];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
            deployProcessor(registry, address(usdc), address(eurc), treasury, wrong[i]);
        }
    }
}
