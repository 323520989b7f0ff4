// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {MerchantRegistry} from "../../../src/v1/MerchantRegistry.sol";
import {PaymentProcessor} from "../../../src/v1/PaymentProcessor.sol";
import {IPaymentProcessor} from "../../../src/v1/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract ProcessorConstructorTest is PaymentTest {
    function test_fixes_its_addresses() public view {
        vm.assertEq(address(processor.registry()), address(registry), "registry");
        vm.assertEq(processor.usdc(), address(usdc), "usdc");
        vm.assertEq(processor.eurc(), address(eurc), "eurc");
        vm.assertEq(processor.treasury(), treasury, "treasury");
    }

    function test_works_without_a_second_token() public {
        processor = new PaymentProcessor(registry, address(usdc), address(0), treasury);
        Order memory o = order(1);
        pay(o);
        expectSettled(o, payoutA);
        vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.UnsupportedToken.selector, address(0)));
        processor.sweepFees(address(0));
    }

    function test_refuses_a_registry_without_code() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        new PaymentProcessor(MerchantRegistry(relayer), address(usdc), address(eurc), treasury);
    }

    function test_refuses_a_token_without_code() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        new PaymentProcessor(registry, relayer, address(eurc), treasury);
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        new PaymentProcessor(registry, address(usdc), relayer, treasury);
    }

    function test_refuses_one_token_twice() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        new PaymentProcessor(registry, address(usdc), address(usdc), treasury);
    }

    function test_refuses_the_zero_address_as_treasury() public {
        vm.expectRevert(IPaymentProcessor.InvalidConfiguration.selector);
        new PaymentProcessor(registry, address(usdc), address(eurc), address(0));
    }
}
